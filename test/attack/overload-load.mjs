// Sends requests to a server from its own process. A line of JSON on standard input lists floods, each with `url`,
// `headers`, `method`, `paths` that are asked for in turn, `body`, and `width`, the requests at a time; every request is
// sent again once it is answered. The line `counts` asks how many answers there were, by flood and status code.
import { Agent, request } from 'node:https';
import { createInterface } from 'node:readline';

/** Pause after a rejected request, in milliseconds: much less than the server asks for. */
const PAUSE_MS = 50;

const counts = {};

function flood({ name, url, headers, method, paths, body, width }) {
  const agent = new Agent({ keepAlive: true, maxSockets: width, rejectUnauthorized: false });
  const codes = (counts[name] = {});
  let sent = 0;
  const again = (pause) => setTimeout(send, pause);
  function send() {
    const call = request(`${url}${paths[sent++ % paths.length]}`, { method, headers, agent }, (response) => {
      const { statusCode } = response;
      codes[statusCode] = (codes[statusCode] ?? 0) + 1;
      response.resume().once('close', () => again(statusCode === 429 ? PAUSE_MS : 0));
    });
    call.once('error', () => again(PAUSE_MS));
    call.end(body);
  }
  for (let i = 0; i < width; i++) send();
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line !== 'counts') for (const each of JSON.parse(line)) flood(each);
  process.stdout.write(`${JSON.stringify(counts)}\n`);
});
