import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InProcessServer } from '../server/in-process-server.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../server/temporary-folder.js';
import { LOOPBACK, writeTestCertificates } from '../server/test-certificates.js';
import { bootstrapText } from './bootstrap-objects.js';

/** Starts a server without plugins, and writes the objects that it has created to a file. The package is built with it. */
export async function writeBootstrap(file: string): Promise<void> {
  const folder = makeTemporaryFolder();
  try {
    await writeTestCertificates(join(folder, 'certs'));
    const server = await InProcessServer.start({ folder, serving: { bindAddress: LOOPBACK } });
    // A package that is made at the same time gets a whole one.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, bootstrapText(server.content));
    renameSync(draft, file);
    await server.close();
  } finally {
    removeTemporaryFolder(folder);
  }
}
