// The process that makes the load: takes one job at a time from its parent and sends back what it measured.
import { Connection } from './connection.mjs';
import { measureFanOut } from './fan-out.mjs';
import { prepareFixtures } from './fixtures.mjs';
import { findH2load, measureWithH2load } from './h2load.mjs';
import { FIXTURES, OPERATIONS } from './operations.mjs';
import { measureRate } from './rate.mjs';
import { measureReadsBesideWrites } from './reads-beside-writes.mjs';
import { formatRequest } from './requests.mjs';

const h2load = findH2load();

const JOBS = {
  prepare: ({ target, fixtures = FIXTURES }) => prepareFixtures(target, fixtures),
  rate: ({ target, operation, run, seconds }) => {
    const found = OPERATIONS.find(({ name }) => name === operation);
    if (found.isHttp2 && h2load) return measureWithH2load(target, found, { seconds, client: h2load });
    return measureRate(target, found, { run, seconds });
  },
  fanOut: ({ target, ...crowd }) => measureFanOut(target, crowd),
  readsBesideWrites: ({ target, ...plan }) => measureReadsBesideWrites(target, plan),
  fetch: async ({ target, request }) => {
    const connection = await Connection.open(target.url);
    const { status, headers, body } = await connection.fetch(formatRequest(request, target));
    connection.close();
    return { status, contentType: /content-type: (\S[^\r]*)/.exec(headers)?.[1], body: body.toString('base64') };
  },
};

process.on('message', async ({ id, job, ...options }) => {
  try {
    process.send({ id, result: await JOBS[job](options) });
  } catch (error) {
    process.send({ id, error: error.stack });
  }
});
