// A key of RSA-2048 with its certificate, new for each run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'soapwright-bench-'));
const command = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=bench -keyout key.pem -out certificate.pem';
execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'ignore' });

export const privateKey = readFileSync(join(folder, 'key.pem'), 'utf8');
export const certificate = readFileSync(join(folder, 'certificate.pem'), 'utf8');

rmSync(folder, { recursive: true });
