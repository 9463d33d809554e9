import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../free-ports.js';
import { type Child, startServer } from '../service/service-process.ts';
import { until } from './process-tree.ts';

/** Three processes of the service behind HAProxy, which sends each request to the next one that is ready. */
export class BalancedServices {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #ports: readonly number[];
  readonly #balancer: { readonly port: number; process?: ChildProcess };
  readonly #children: Child[] = [];

  private constructor(folder: string, environment: Readonly<Record<string, string>>, firstPort: number) {
    this.#folder = folder;
    this.#environment = environment;
    this.#balancer = { port: firstPort };
    this.#ports = [1, 2, 3].map((index) => firstPort + index);
  }

  static async start(folder: string, environment: Readonly<Record<string, string>>): Promise<BalancedServices> {
    const services = new BalancedServices(folder, environment, await freePorts(4));
    await Promise.all(services.#ports.map((_, index) => services.start(index)));
    await services.#startBalancer();
    return services;
  }

  /** The address of the service at HAProxy. */
  get url(): string {
    return `http://127.0.0.1:${this.#balancer.port}/v2/fileservice.asmx`;
  }

  get count(): number {
    return this.#ports.length;
  }

  /** Starts a process, again and again while the database is down, as a supervisor does. */
  async start(index: number): Promise<void> {
    const args = ['--port', String(this.#ports[index])];
    await until(`The process ${index} is started`, async () => {
      this.#children[index] = await startServer(join(this.#folder, String(index)), args, this.#environment);
      return true;
    });
  }

  async kill(index: number): Promise<void> {
    const child = this.#children[index];
    child?.process.kill('SIGKILL');
    await child?.exited;
  }

  signal(index: number, signal: NodeJS.Signals): void {
    this.#children[index]?.process.kill(signal);
  }

  /** Waits until HAProxy finds a process that is ready. */
  async untilReady(): Promise<void> {
    await until('The service is ready', async () => (await fetch(new URL('/readyz', this.url))).ok);
  }

  /** Waits until every process is ready. */
  async untilAllReady(): Promise<void> {
    for (const port of this.#ports) {
      await until(`The process on ${port} is ready`, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
    }
  }

  async close(): Promise<void> {
    this.#balancer.process?.kill('SIGKILL');
    for (const { process } of this.#children) process.kill('SIGTERM');
    await Promise.all(this.#children.map(({ exited }) => exited));
  }

  async #startBalancer(): Promise<void> {
    const path = join(this.#folder, 'haproxy.cfg');
    const servers = this.#ports.map((port, index) => `  server s${index} 127.0.0.1:${port} check`);
    await writeFile(
      path,
      `defaults
  mode http
  timeout connect 1s
  timeout client 20s
  timeout server 8s
  timeout check 2s
  retries 2
  option redispatch
frontend service
  bind 127.0.0.1:${this.#balancer.port}
  default_backend processes
backend processes
  balance roundrobin
  option httpchk GET /readyz
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
    );
    const haproxy = spawn('haproxy', ['-db', '-q', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] });
    this.#balancer.process = haproxy;
    await Promise.race([
      this.untilReady(),
      once(haproxy, 'exit').then(([code]) => Promise.reject(new Error(`HAProxy ended with ${code}.`))),
    ]);
  }
}
