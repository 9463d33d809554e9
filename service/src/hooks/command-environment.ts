import type { HookEvent } from './hook.ts';

/** What programs need to run; everything else may be a secret of the service, or of what shares its environment. */
const usual = new Set(
  process.platform === 'win32'
    ? 'APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT SYSTEMDRIVE SYSTEMROOT TEMP TMP TZ USERNAME USERPROFILE WINDIR'.split(
        ' ',
      )
    : 'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR'.split(' '),
);

/** Never passed, even if it is listed. */
export const serviceKeyVariable = 'RFS_SERVICE_KEY';

/**
 * The environment of a command: the usual variables of the system and its locale, those that the file of hooks lists, and
 * variables of its own.
 *
 * @param listed names of variables; those that are not set are left out.
 */
export function commandEnvironment(
  environment: NodeJS.ProcessEnv,
  listed: readonly string[],
  own: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const passed = Object.entries(environment).filter(
    ([name]) => name !== serviceKeyVariable && (isUsual(name) || listed.includes(name)),
  );
  return { ...Object.fromEntries(passed), ...own };
}

/** The data of an event, for scripts. */
export function eventVariables({ id, body }: HookEvent): Readonly<Record<string, string>> {
  const { type, data } = JSON.parse(body) as {
    readonly type: string;
    readonly data: { readonly path?: string; readonly size?: number | string; readonly sha256?: string };
  };
  return {
    RFS_EVENT_ID: id,
    RFS_EVENT_TYPE: type,
    RFS_EVENT_PATH: data.path ?? '',
    RFS_EVENT_SIZE: String(data.size ?? ''),
    RFS_EVENT_SHA256: data.sha256 ?? '',
  };
}

function isUsual(name: string): boolean {
  // Names of variables have no case on Windows.
  return usual.has(process.platform === 'win32' ? name.toUpperCase() : name) || /^LC_[A-Z]+$/.test(name);
}
