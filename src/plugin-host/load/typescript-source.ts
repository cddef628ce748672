import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The part of esbuild that is used; it is found at run time, beside the plugin. */
interface Compiler {
  transform(text: string, options: object): Promise<{ code: string }>;
}

/** A failure of esbuild: its messages, with lines from 1 and columns from 0. */
interface CompilerFault {
  readonly errors?: readonly { text: string; location: { line: number; column: number } | null }[];
}

/** The settings that plugins are compiled with: decorators are those of TypeScript, and fields are no definitions. */
const COMPILER_OPTIONS = { target: 'es2022', experimentalDecorators: true, useDefineForClassFields: false };

/**
 * Compiles a TypeScript file to a module with an inline source map. Types are not checked. Rejects with the place of a
 * syntax error, and where esbuild is installed neither beside the file nor with the server.
 */
export async function compileTypeScript(file: string, server: string): Promise<string> {
  const compiler = await findCompiler(file, server);
  const options = {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile: file,
    sourcemap: 'inline',
    tsconfigRaw: { compilerOptions: COMPILER_OPTIONS },
  };
  try {
    return (await compiler.transform(await readFile(file, 'utf8'), options)).code;
  } catch (error) {
    throw new Error(describe(error as CompilerFault, file), { cause: error });
  }
}

async function findCompiler(file: string, server: string): Promise<Compiler> {
  for (const from of [file, server]) {
    let path: string;
    try {
      path = createRequire(from).resolve('esbuild');
    } catch {
      continue;
    }
    const { default: compiler } = (await import(pathToFileURL(path).href)) as { default: Compiler };
    return compiler;
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
