import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { givenKeys, type KeySource } from '../../../service/src/secrets/key-source.ts';
import { parseServiceKeys } from '../../../service/src/secrets/service-key.ts';
import type { SharedServers } from '../../../service/src/storage/shared-servers.ts';

/** PostgreSQL and an S3 store that `npm run test:engines` has started; undefined in other runs. */
interface TestServers {
  readonly database: string;
  readonly endpoint: string;
}

const bucket = 'rfs-tests';

export function testServers(environment: NodeJS.ProcessEnv = process.env): TestServers | undefined {
  const { RFS_TEST_DATABASE: database, RFS_TEST_OBJECTS: endpoint } = environment;
  return database && endpoint ? { database, endpoint } : undefined;
}

/** The service key of services on servers: those need one that is given. */
export const serversKey: KeySource = givenKeys(parseServiceKeys('07'.repeat(32), 'test'), 'test');

/** Servers with an empty schema of their own, and how to remove it. */
export interface OwnServers {
  readonly servers: SharedServers;
  remove(): Promise<void>;
}

/** The settings of a process on these servers, as environment variables. */
export function environmentOf({ servers }: OwnServers): Readonly<Record<string, string>> {
  const [AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = ''] = (process.env.RFS_TEST_CREDENTIALS ?? '').split(' ');
  const { endpoint, bucket } = servers.bucket;
  return {
    RFS_DATABASE_URL: servers.database.url,
    RFS_OBJECTS_ENDPOINT: endpoint,
    RFS_OBJECTS_BUCKET: bucket,
    RFS_SERVICE_KEY: '07'.repeat(32),
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  };
}

/** By the data folder: services on one folder share them. */
const byFolder = new Map<string, OwnServers>();

/** The servers of services on a data folder, with a schema that is empty at first. */
export async function serversOf(folder: string, servers: TestServers): Promise<OwnServers> {
  const own = byFolder.get(folder) ?? (await ownServers(servers));
  byFolder.set(folder, own);
  return own;
}

async function ownServers({ database, endpoint }: TestServers): Promise<OwnServers> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  await execute(database, `CREATE SCHEMA ${schema}`);
  const [accessKeyId = '', secretAccessKey = ''] = (process.env.RFS_TEST_CREDENTIALS ?? '').split(' ');
  const url = new URL(database);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return {
    servers: {
      database: { url: url.href, connections: 8, deadline: 10_000 },
      bucket: { endpoint, bucket, region: 'us-east-1' },
      credentials: async () => ({ accessKeyId, secretAccessKey }),
      keep: 0,
    },
    remove: () => execute(database, `DROP SCHEMA IF EXISTS ${schema} CASCADE`),
  };
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
