import { parseArgs } from 'node:util';

/** Parses the operations and durations from the command line. */
export function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
      server: { type: 'string', multiple: true, default: [] },
    },
  });
  return {
    only: values.only,
    json: values.json,
    servers: values.server.map(readServer),
    seconds: values.quick ? 1 : 3,
    rounds: values.quick ? 1 : 3,
    starts: values.quick ? 3 : 7,
  };
}

/** Parses `name=https://host:port,token=TOKEN,pid=PID+PID`: the processes that serve it, such as its etcd. */
export function readServer(text) {
  const [, name, url, rest] = /^([^=]+)=(https:\/\/[^,]+)((?:,\w+=[^,]*)*)$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`--server ${text}: write it as name=https://host:port,token=TOKEN`);
  const { token, pid } = Object.fromEntries(
    rest
      .split(',')
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/s)),
  );
  const pids = pid === undefined ? [] : pid.split('+').map(Number);
  if (!pids.every((each) => Number.isInteger(each) && each > 0)) throw new Error(`--server ${text}: pid=${pid}`);
  return { name, url: new URL(url).origin, token: token ?? '', pids };
}
