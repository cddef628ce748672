import { execFileSync } from 'node:child_process';
import { startTestServer } from '../../src/testing/index.js';
import { describeWithKubectl } from '../support/kubectl.js';

describeWithKubectl('kubectl against a test server in a thread', () => {
  it('sees a rollout end while it blocks the test', async () => {
    const server = await startTestServer({ thread: true, nodes: 1 });
    const kubectl = (...words: string[]): string =>
      execFileSync('kubectl', [`--kubeconfig=${server.kubeconfigPath}`, ...words], { encoding: 'utf8' });
    kubectl('create', 'deployment', 'web', '--image=web:1', '--replicas=2');
    expect(kubectl('rollout', 'status', 'deployment/web', '--timeout=80s')).toContain('successfully rolled out');
    expect(kubectl('get', 'deployment', 'web', '--no-headers')).toMatch(/^web +2\/2 +2 +2 /);
    kubectl('set', 'image', 'deployment/web', 'web=web:2');
    expect(kubectl('rollout', 'status', 'deployment/web', '--timeout=80s')).toContain('successfully rolled out');
    await server.close();
  });
});
