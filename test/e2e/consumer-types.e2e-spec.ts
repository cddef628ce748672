import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { TSC, packInto, run } from '../support/packed-package.js';

const INSTALLED = resolve(import.meta.dirname, '..', '..', 'node_modules');
/** The packages that a project has that compiles with the declarations: no other. */
const TYPES_OF_NODE = ['@types/node', 'undici-types'];
/** The installed release, and those that `npm run test:compilers` has fetched. */
const COMPILERS = [TSC, ...(process.env.BINNACLE_COMPILERS?.split(delimiter) ?? [])];
const RESOLUTIONS = [
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const;

/** A value of each entry, and one that comes from one entry and is given to another. */
const SOURCE = `
import { type ApiServer, type StartApiServerOptions, startApiServer } from 'binnacle';
import { type Client, connect } from 'binnacle/client';
import { ApiGroupPlugin, ApiType, Field, KubernetesObject, type Strategy, defineKind } from 'binnacle/plugin-api';
import { startTestServer } from 'binnacle/testing';

@ApiType({ name: 'com.example.piers.v1.Pier' })
export class Pier extends KubernetesObject {
  @Field(2, 'int32') length?: number;
}
const strategy: Strategy<Pier> = { prepareForCreate: (pier) => void (pier.length ??= 1), validate: () => [] };
const pierKind = defineKind<Pier>({ kind: 'Pier', plural: 'piers', versions: [{ name: 'v1', type: Pier }], strategy });
@ApiGroupPlugin({ group: 'piers.example.com', versions: ['v1'], kinds: [pierKind] })
export class PiersPlugin {}

const options: StartApiServerOptions = { plugins: [PiersPlugin] };
export const serve = (): Promise<ApiServer> => startApiServer(options);
export const length = async (): Promise<number | undefined> => {
  const server = await startTestServer({ plugins: [PiersPlugin] });
  const clients: readonly Client[] = [server.client, await connect({ url: server.url })];
  return (await clients[0]!.of(Pier).namespace('default').get('north')).length;
};
// @ts-expect-error A promise would be taken for consent.
export const wrong: Strategy<Pier> = { prepareForCreate: async () => undefined };
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-types-'));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'binnacle'), { recursive: true });
  await run('tar', ['-xzf', await packInto(folder), '-C', join(modules, 'binnacle'), '--strip-components=1']);
  for (const name of TYPES_OF_NODE) await cp(join(INSTALLED, name), join(modules, name), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'index.ts'), SOURCE);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the declarations of all entries', () => {
  const rows = COMPILERS.flatMap((compiler) => RESOLUTIONS.map(([module, way]) => [compiler, way, module] as const));

  it.each(rows)(
    'compile with %s and %s, without further packages and with all checks',
    async (compiler, way, module) => {
      const flags = [
        '--strict',
        '--exactOptionalPropertyTypes',
        '--noUncheckedIndexedAccess',
        '--verbatimModuleSyntax',
      ];
      const words = [
        '--noEmit',
        '--target',
        'es2022',
        '--module',
        module,
        '--moduleResolution',
        way,
        '--types',
        'node',
      ];
      const others = ['--experimentalDecorators', '--skipLibCheck', 'false', 'index.ts'];
      const compiled = await run(process.execPath, [compiler, ...flags, ...words, ...others], { cwd: folder }).catch(
        (error: { stdout: string }) => error,
      );
      expect(compiled.stdout).toBe('');
    },
  );
});
