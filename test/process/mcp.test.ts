import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolder, removeFolder, runProgram } from '../harness/program.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/overheard.cjs');

let service: TestService;
let url: string;
let project: TestProject;
beforeAll(async () => {
  service = await startService();
  url = await service.listen();
  project = await service.createProject('Assistants');
});
afterAll(() => service.close());

it('lets an assistant on this machine use a service by standard input and output', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const env = { OVERHEARD_URL: url, OVERHEARD_KEY: project.key };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], env }));
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(30);
  expect((await client.callTool({ name: 'create_topic', arguments: { name: 'By hand' } })).isError ?? false).toBe(
    false,
  );
  const listed = await client.callTool({ name: 'list_topics', arguments: {} });
  expect((listed.content[0] as { text: string }).text).toContain('By hand');
  expect((await client.getPrompt({ name: 'weekly_report' })).messages).toHaveLength(1);
  await client.close();
});

it('says in one sentence what is missing', async () => {
  const folder = await createFolder();
  for (const [env, message] of [
    [{ OVERHEARD_URL: url, OVERHEARD_KEY: 'wrong' }, /key/i],
    [{ OVERHEARD_URL: 'http://127.0.0.1:9', OVERHEARD_KEY: project.key }, /cannot be reached/],
  ] as const) {
    const program = runProgram(['mcp'], { folder, env });
    expect(await program.ended).not.toBe(0);
    expect(program.errors()).toMatch(message);
    expect(program.output()).toBe('');
  }
  await removeFolder(folder);
});
