// Writes rows straight into the storage engine, so many at a time that it always has a full group to write.
import { pathToFileURL } from 'node:url';

const OUTSTANDING = 256;

process.once('message', async ({ module, directory, seconds, bytes }) => {
  const { SqliteStorage } = await import(pathToFileURL(module).href);
  const storage = await SqliteStorage.open({ directory });
  const value = Buffer.alloc(bytes, 'x');
  const cpu = process.cpuUsage();
  const until = performance.now() + seconds * 1000;
  let rows = 0;
  const write = async (writer) => {
    for (let n = 0; performance.now() < until; n++) {
      await storage.create(`/registry/configmaps/bench/w${writer}-${n}`, value);
      rows += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: OUTSTANDING }, (_, writer) => write(writer)));
  const rate = (rows / (performance.now() - startedAt)) * 1000;
  const { user, system } = process.cpuUsage(cpu);
  await storage.close();
  process.send({ rate, rowTime: (user + system) / rows, rows, bytes, outstanding: OUTSTANDING });
});
