import { eventually } from './eventually.js';
import type { TestServer } from './start-test-server.js';

/** Waits until the server has published its root certificate in the namespace default: no ConfigMap of its own is written there later. */
export async function untilPublished({ client }: Pick<TestServer, 'client'>): Promise<void> {
  await eventually(async () => {
    const { status } = await client.get('/api/v1/namespaces/default/configmaps/kube-root-ca.crt');
    if (status !== 200) throw new Error(`the root certificate is not published: ${status}`);
  });
}
