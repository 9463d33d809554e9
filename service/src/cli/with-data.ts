import type { Service } from '../server/open-service.ts';
import { type Flags, loggerOf, settingsOf } from './options.ts';

/** Does something with a data folder that is there, and closes it again. */
export async function withData<T>(flags: Flags, work: (service: Service) => Promise<T>): Promise<T> {
  const settings = settingsOf(flags, process.env);
  const [{ existingFolder }, { openWith }] = await Promise.all([
    import('../operator/existing-folder.ts'),
    import('../server/open-with.ts'),
  ]);
  await existingFolder(settings.data);
  const service = await openWith(settings, loggerOf(settings), process.env);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
