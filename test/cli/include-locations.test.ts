import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
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
const rejected = { exitCode: 2, stderr: expect.stringContaining('include') };
const unreadable = { exitCode: 3 };

function include(file: string): ReturnType<Project['run']> {
  const text = contract('Greet').replace('soapwright: 1\n', `soapwright: 1\ninclude: [${JSON.stringify(file)}]\n`);
  expect(text).toContain('include:');
  project.write({ 'greeter.yaml': text, 'soapwright.yaml': configuration });
  return project.run('generate');
}

describe('locations of includes', () => {
  it('hardening: fetches nothing: an address is the name of a missing file', async () => {
    let asked = 0;
    const server = createServer().on('connection', (socket) => {
      asked++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      expect(include(`http://127.0.0.1:${port}/part.yaml`)).toMatchObject(rejected);
      // Connections are accepted in order: one of the command would be seen before this one is closed.
      await once(connect(port, '127.0.0.1').resume(), 'close');
      expect(asked).toBe(1);
    } finally {
      server.close();
    }
  });

  it('hardening: treats a file: address as the name of a missing file', () => {
    project.write({ 'part.yaml': 'soapwright: 1\nnamespace: urn:x\n' });
    expect(include(pathToFileURL(join(project.path, 'part.yaml')).href)).toMatchObject(rejected);
  });

  it('hardening: rejects a file that is not a contract, and writes nothing', () => {
    project.write({ 'notes.yaml': 'password: hunter2\n' });
    const ended = include('notes.yaml');
    expect(ended.exitCode).not.toBe(0);
    expect(existsSync(join(project.path, 'generated'))).toBe(false);
  });

  it('hardening: rejects a circle of links, and writes nothing', () => {
    symlinkSync(join(project.path, 'a.yaml'), join(project.path, 'b.yaml'));
    symlinkSync(join(project.path, 'b.yaml'), join(project.path, 'a.yaml'));
    expect(include('a.yaml')).toMatchObject(unreadable);
    expect(existsSync(join(project.path, 'generated'))).toBe(false);
  });

  it('hardening: rejects a folder', () => {
    expect(include('..')).toMatchObject(unreadable);
  });
});
