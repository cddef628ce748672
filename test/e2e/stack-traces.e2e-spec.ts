import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const library = new URL('../../dist/src/index.js', import.meta.url);
/** Starts a server that fails, and prints where. */
const FAILURE = `const { startApiServer } = await import(${JSON.stringify(library.href)});
await startApiServer({ serving: { bindAddress: 'no address' } }).catch((error) => console.log(error.stack));
process.exit();`;

function stackOfFailure(flags: readonly string[]): string {
  return execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', FAILURE], { encoding: 'utf8' });
}

describe('stack traces of the built server', () => {
  it('have the names of functions, and places in the build', () => {
    expect(stackOfFailure([])).toMatch(/at async startServer \(.*\/dist\/packages\/server\.cjs:\d+:\d+\)/);
  });

  it('are translated to places in the sources with --enable-source-maps', () => {
    const source = fileURLToPath(new URL('../../src/server/start/start-api-server.ts', import.meta.url));
    expect(stackOfFailure(['--enable-source-maps'])).toContain(`at async startServer (${source}:`);
  });
});
