/** Where the suite runs. */
export interface Surroundings {
  /** `http://host:port` of a server with `siteHandler` of `site.ts`. */
  readonly origin: string;
  /** Whether `fetch` is a browser's, which hides what pages may not see. */
  readonly browser: boolean;
  /** The transport of a client whose options name none. */
  readonly transport: 'http' | 'fetch';
}

/** One requirement. Throws if it is not met. */
export interface Case {
  readonly name: string;
  run(at: Surroundings): void | Promise<void>;
}

/** What came of a suite. */
export interface Outcome {
  readonly passed: number;
  /** What failed, each with its name and why. */
  readonly failed: readonly string[];
}

/** Runs cases one after the other. None may take longer than half a minute. */
export async function runCases(cases: readonly Case[], at: Surroundings): Promise<Outcome> {
  const failed: string[] = [];
  for (const each of cases) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it took longer than 30 s')), 30_000);
    });
    try {
      await Promise.race([each.run(at), late]);
    } catch (error) {
      failed.push(`${each.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    } finally {
      clearTimeout(timer);
    }
  }
  return { passed: cases.length - failed.length, failed };
}
