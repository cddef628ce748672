import type { Resource } from '../api/discovery.js';
import { commandsFor, kubectl } from './kubectl.js';

describe('kubectl()', () => {
  it('quotes the words that a shell would change', () => {
    expect(kubectl('exec', 'p', '--', 'sh', '-c', "echo 'a b'; $x")).toBe(
      `kubectl exec p -- sh -c 'echo '\\''a b'\\''; $x'`,
    );
  });
});

describe('commandsFor()', () => {
  const resource = { group: 'apps', resource: 'deployments', verbs: new Set(['get', 'delete']) } as never as Resource;

  it('names what the resource supports, in the namespace', () => {
    const commands = commandsFor({ resource, object: { metadata: { name: 'web', namespace: 'shop' } } });
    expect(commands.map(([, command]) => command)).toEqual([
      'kubectl get deployments.apps/web --output yaml --namespace shop',
      'kubectl describe deployments.apps/web --namespace shop',
      'kubectl delete deployments.apps/web --namespace shop',
    ]);
  });
});
