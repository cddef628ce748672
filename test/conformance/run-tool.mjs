import { spawn } from 'node:child_process';

/** Returns the output of a tool, which may take `limit` milliseconds. Its exit code only reports that some row failed. */
export async function runTool(args, limit) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: limit });
  const chunks = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
