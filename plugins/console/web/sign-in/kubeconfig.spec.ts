import { contextsIn } from './kubeconfig.js';

const YAML = `
apiVersion: v1
kind: Config
current-context: a
contexts:
- {name: a, context: {cluster: c, user: token}}
- {name: b, context: {cluster: c, user: key}}
- {name: d, context: {cluster: below, user: program}}
- {name: e, context: {cluster: none, user: none}}
clusters:
- {name: c, cluster: {server: "https://example.com:6443/"}}
- {name: below, cluster: {server: "https://example.com/k8s/c-1"}}
users:
- {name: token, user: {token: abc, client-key-data: x}}
- {name: key, user: {client-certificate-data: x, client-key-data: y}}
- {name: program, user: {exec: {command: aws}}}
`;

describe('contextsIn()', () => {
  it('reads servers and tokens, and says what a page cannot use', () => {
    const contexts = contextsIn(YAML);
    expect(contexts.map(({ name, server, token }) => [name, server, token])).toEqual([
      ['a', 'https://example.com:6443', 'abc'],
      ['b', 'https://example.com:6443', ''],
      ['d', '', ''],
      ['e', '', ''],
    ]);
    const [usable, key, program, none] = contexts.map(({ obstacle }) => obstacle);
    expect(usable).toBe('');
    expect(key).toContain('client key cannot be used by a page');
    expect(program).toContain('comes from a program');
    expect(none).toBe('it has no credentials');
  });

  it.each(['', 'a: b', '- 1', '{'])('refuses %j', (text) => {
    expect(() => contextsIn(text)).toThrow();
  });
});
