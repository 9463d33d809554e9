/** Names that Windows keeps for devices, whatever their extension. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** What file systems take, in bytes. A UserName may have one more, and escaping makes names longer. */
const longest = 255;

/**
 * A name that a file may have on the disk. Everywhere but on Windows stored names can be kept; there, characters that it
 * does not take are written as `%` and their number in hexadecimal.
 *
 * @param name as entry-name.ts and user-name.ts let it through: no `/`, `\` or control character, not `.` or `..`.
 */
export function safeName(name: string, platform: NodeJS.Platform): string {
  return cut(platform === 'win32' ? forWindows(name) : name, longest);
}

function forWindows(name: string): string {
  const escaped = name.replace(/[<>:"|?*%]|[. ]$/g, percent);
  return devices.test(escaped) ? percent(escaped.charAt(0)) + escaped.slice(1) : escaped;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Gives each name in a folder one of its own on the disk, where file systems may take two names for the same. */
export class NamesInFolder {
  readonly #platform: NodeJS.Platform;
  readonly #taken = new Set<string>();

  constructor(platform: NodeJS.Platform) {
    this.#platform = platform;
  }

  take(name: string): string {
    const safe = safeName(name, this.#platform);
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : `~${count}`;
      const candidate = suffix === '' ? safe : `${cut(safe, longest - suffix.length)}${suffix}`;
      const same = this.#comparable(candidate);
      if (this.#taken.has(same)) continue;
      this.#taken.add(same);
      return candidate;
    }
  }

  /** Windows and macOS do not tell upper from lower case. */
  #comparable(name: string): string {
    const folds = this.#platform === 'win32' || this.#platform === 'darwin';
    return folds ? name.normalize('NFC').toLowerCase() : name;
  }
}

function cut(name: string, bytes: number): string {
  let short = name;
  while (Buffer.byteLength(short) > bytes) short = [...short].slice(0, -1).join('');
  return short;
}
