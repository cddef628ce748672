import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The part of esbuild that is used; it is found at run time, beside the plugin. */
interface Compiler {
  transformSync(text: string, options: object): { code: string };
}

/** A failure of esbuild: its messages, with lines from 1 and columns from 0. */
interface CompilerFault {
  readonly errors?: readonly { text: string; location: { line: number; column: number } | null }[];
}

/** The settings that plugins are compiled with: decorators are those of TypeScript, and fields are no definitions. */
const COMPILER_OPTIONS = { target: 'es2022', experimentalDecorators: true, useDefineForClassFields: false };

/**
 * Compiles a TypeScript file to a module with an inline source map. Types are not checked. Throws with the place of a
 * syntax error, and where esbuild is installed neither beside the file nor with the server.
 */
export function compileTypeScript(file: string, server: string): string {
  const compiler = findCompiler(file, server);
  const options = {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile: file,
    sourcemap: 'inline',
    tsconfigRaw: { compilerOptions: COMPILER_OPTIONS },
  };
  try {
    return compiler.transformSync(readFileSync(file, 'utf8'), options).code;
  } catch (error) {
    throw new Error(describe(error as CompilerFault, file), { cause: error });
  }
}

function findCompiler(file: string, server: string): Compiler {
  for (const from of [file, server]) {
    const require = createRequire(from);
    let path: string;
    try {
      path = require.resolve('esbuild');
    } catch {
      continue;
    }
    return require(path) as Compiler;
  }
  throw new Error(
    `is TypeScript, and esbuild, which runs it, is not installed: npm install --save-dev esbuild (${file})`,
  );
}

function describe({ errors = [], ...error }: CompilerFault, file: string): string {
  const [first] = errors;
  if (!first) return error instanceof Error ? error.message : `cannot be compiled (${file})`;
  const { text, location } = first;
  return location ? `${text} (${file}:${location.line}:${location.column + 1})` : `${text} (${file})`;
}
