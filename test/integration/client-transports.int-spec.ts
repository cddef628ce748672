import { connect } from '../../src/client/index.js';
import { HarborPlugin } from '../../plugins/example/index.js';
import { describeClient } from '../contract/client.contract.js';
import { ClientCapturePlugin, capturedClients } from '../support/client-capture.plugin.js';
import { ADMIN_TOKEN, startTestServer } from '../support/start-test-server.js';

describe.each([1, 2] as const)('over HTTP/%i', (httpVersion) => {
  describeClient('of a URL with a token', async () => {
    const server = await startTestServer({ plugins: [HarborPlugin] });
    const certificates = { authority: server.certificateAuthority };
    const client = await connect({ url: server.url, token: ADMIN_TOKEN, certificates, httpVersion });
    return { client, close: () => client.close().then(() => server.close()) };
  });
});

describeClient('of a kubeconfig with a client certificate', async () => {
  const server = await startTestServer({ plugins: [HarborPlugin] });
  const client = await connect({ kubeconfig: server.kubeconfigPath });
  return { client, close: () => client.close().then(() => server.close()) };
});

describeClient('inside the server', async () => {
  const server = await startTestServer({ plugins: [HarborPlugin, ClientCapturePlugin] });
  // Until a request over the network writes, the history of the start is kept.
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'first' } });
  return { client: capturedClients.at(-1)!, close: () => server.close() };
});
