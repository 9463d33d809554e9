import { existsSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, Project } from './cli.ts';

let project: Project;
beforeEach(() => {
  project = new Project();
});
afterEach(() => project.remove());

/** A mistake in the contract, which names the file that is meant. */
const refused = { exitCode: 2, stderr: expect.stringContaining('include') };
const unreadable = { exitCode: 3 };

function include(file: string): ReturnType<Project['run']> {
  const text = contract('Greet').replace('soapwright: 1\n', `soapwright: 1\ninclude: [${JSON.stringify(file)}]\n`);
  expect(text).toContain('include:');
  project.write({ 'greeter.yaml': text, 'soapwright.yaml': configuration });
  return project.run('generate');
}

describe('what a contract includes', () => {
  it('hardening: nothing is fetched: an address is the name of a file that is not there', async () => {
    let asked = 0;
    const server = createServer().on('connection', (socket) => {
      asked++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      expect(include(`http://127.0.0.1:${(server.address() as AddressInfo).port}/part.yaml`)).toMatchObject(refused);
      // The command was waited for without a turn of the event loop, in which a connection would be seen.
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(asked).toBe(0);
    } finally {
      server.close();
    }
  });

  it('hardening: so is a file: address', () => {
    project.write({ 'part.yaml': 'soapwright: 1\nnamespace: urn:x\n' });
    expect(include(pathToFileURL(join(project.path, 'part.yaml')).href)).toMatchObject(refused);
  });

  it('hardening: a file that is no contract is refused, with nothing written', () => {
    project.write({ 'notes.yaml': 'password: hunter2\n' });
    const ended = include('notes.yaml');
    expect(ended.exitCode).not.toBe(0);
    expect(existsSync(join(project.path, 'generated'))).toBe(false);
  });

  it('hardening: a circle of links ends, with nothing written', () => {
    symlinkSync(join(project.path, 'a.yaml'), join(project.path, 'b.yaml'));
    symlinkSync(join(project.path, 'b.yaml'), join(project.path, 'a.yaml'));
    expect(include('a.yaml')).toMatchObject(unreadable);
    expect(existsSync(join(project.path, 'generated'))).toBe(false);
  });

  it('hardening: a folder is refused', () => {
    expect(include('..')).toMatchObject(unreadable);
  });
});
