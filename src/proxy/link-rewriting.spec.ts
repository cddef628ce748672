import { linkRewriter } from './link-rewriting.js';

const { rewrite } = linkRewriter({ host: '10.0.0.1:80', requestHost: 'api:6443', prefix: '/p/proxy' });

describe('LinkRewriter.rewrite()', () => {
  it.each([
    ['/a', '/p/proxy/a'],
    ['/', '/p/proxy/'],
    ['/a/?q=/b#c', '/p/proxy/a/?q=/b#c'],
    ['/a/../../../b//c', '/b/c'],
    ['http://10.0.0.1:80/a', '/p/proxy/a'],
    ['http://10.0.0.1:80/p/proxy/a', '/p/proxy/a'],
    ['//api:6443/a', '//api:6443/p/proxy/a'],
    ['https://api:6443/a/?q#c', 'https://api:6443/p/proxy/a/?q#c'],
    ['http:/a', '/p/proxy/a'],
  ])('leads %s back', (link, rewritten) => {
    expect(rewrite(link)).toBe(rewritten);
  });

  it.each(['near', '../up', '#part', '', '?q', 'http://else.test/a', 'mailto:a@b', '/p/proxy/a'])(
    'leaves %s alone',
    (link) => {
      expect(rewrite(link)).toBe(link);
    },
  );
});
