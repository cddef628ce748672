import { Connection } from './connection.mjs';
import { itemName } from './operations.mjs';
import { configMap, configMapPath, deployment, deploymentPath, formatRequest } from './requests.mjs';

const WRITERS = 16;

/** Makes the namespaces and objects that operations use; what is there already stays. */
export async function prepareFixtures(target, fixtures) {
  const connections = await Promise.all(Array.from({ length: WRITERS }, () => Connection.open(target.url)));
  for (const { namespace, count, bytes, isDeployment, parts } of fixtures) {
    await makeNamespace(connections[0], target, namespace);
    let next = 0;
    const write = async (connection) => {
      while (next < count) {
        const labels = parts && { part: `p${next % parts}` };
        const name = itemName(next++);
        const request = isDeployment
          ? { path: deploymentPath(namespace), body: deployment(name, '') }
          : { path: configMapPath(namespace), body: configMap(name, bytes, { labels }) };
        await post(connection, target, request);
      }
    };
    await Promise.all(connections.map(write));
  }
  for (const connection of connections) connection.close();
}

function makeNamespace(connection, target, name) {
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  return post(connection, target, { path: '/api/v1/namespaces', body });
}

async function post(connection, target, request) {
  const { status, body } = await connection.fetch(formatRequest({ method: 'POST', ...request }, target));
  if (status !== 201 && status !== 409) throw new Error(`POST ${request.path} answered ${status}: ${body}`);
}
