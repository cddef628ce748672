import { Connection } from './connection.mjs';
import { widget, widgetDefinition, widgetPath } from './custom-objects.mjs';
import { itemName, KEYS } from './operations.mjs';
import { configMap, configMapPath, mapOfKeys, deployment, deploymentPath, formatRequest } from './requests.mjs';

const WRITERS = 16;
/** Milliseconds between two looks for a definition that is not served yet. */
const LOOK_EVERY = 20;

/** How objects are made, by kind. */
const MAKERS = {
  ConfigMap: (namespace, name, { bytes, labels }) => ({
    path: configMapPath(namespace),
    body: configMap(name, bytes, { labels }),
  }),
  Deployment: (namespace, name) => ({ path: deploymentPath(namespace), body: deployment(name, '') }),
  MapOfKeys: (namespace, name, { bytes }) => ({ path: configMapPath(namespace), body: mapOfKeys(name, bytes, KEYS) }),
  Widget: (namespace, name, { bytes }) => ({ path: widgetPath(namespace), body: widget(name, bytes) }),
};

/** Creates the namespaces and objects that operations use; what is there already stays. */
export async function prepareFixtures(target, fixtures) {
  const connections = await Promise.all(Array.from({ length: WRITERS }, () => Connection.open(target.url)));
  if (fixtures.some(({ kind }) => kind === 'Widget')) await defineWidgets(connections[0], target);
  for (const { namespace, count, bytes, kind = 'ConfigMap', parts } of fixtures) {
    await makeNamespace(connections[0], target, namespace);
    let next = 0;
    const write = async (connection) => {
      while (next < count) {
        const labels = parts && { part: `p${next % parts}` };
        await post(connection, target, MAKERS[kind](namespace, itemName(next++), { bytes, labels }));
      }
    };
    await Promise.all(connections.map(write));
  }
  for (const connection of connections) connection.close();
}

async function defineWidgets(connection, target) {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await post(connection, target, { path, body: widgetDefinition() });
  const look = formatRequest({ path: widgetPath('default') }, target);
  while ((await connection.fetch(look)).status !== 200) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
}

function makeNamespace(connection, target, name) {
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  return post(connection, target, { path: '/api/v1/namespaces', body });
}

async function post(connection, target, request) {
  const { status, body } = await connection.fetch(formatRequest({ method: 'POST', ...request }, target));
  if (status !== 201 && status !== 409) throw new Error(`POST ${request.path} answered ${status}: ${body}`);
}
