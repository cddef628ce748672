import { Connection } from './connection.mjs';

/** Opens connections to a server. */
export async function openAll(server, count) {
  const connections = [];
  for (let i = 0; i < count; i++) connections.push(await Connection.open(server.url));
  return connections;
}

/** Sends a request `count` times over all connections, one at a time on each; fails where the answer is not 200. */
export function sendAll(connections, request, count) {
  let left = count;
  const sendOn = (connection) =>
    new Promise((resolve, reject) => {
      const next = (status) => {
        if (status !== undefined && status !== 200) return reject(new Error(`answered ${status}`));
        if (left-- <= 0) return resolve();
        connection.send(request, next);
      };
      next();
    });
  return Promise.all(connections.map(sendOn));
}

/** Returns the least and the most of some figures. */
export function spread(all) {
  return `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}`;
}
