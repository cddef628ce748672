import { escapePath, targetOf, urlOf, type Destination } from './destination.js';

const destination: Destination = {
  scheme: 'https',
  host: 'fd00::1',
  port: '',
  path: '/a b/%\r\n/ü',
  query: 'q=\xe9 x&y=%20',
  peer: 'workload',
};

describe('escapePath()', () => {
  it('leaves what separates nothing, and writes all else as bytes', () => {
    expect(escapePath('/a-_.~$&+,/:;=@9')).toBe('/a-_.~$&+,/:;=@9');
    expect(escapePath('/?#[]!\'()*"<ü')).toBe('/%3F%23%5B%5D%21%27%28%29%2A%22%3C%C3%BC');
  });
});

describe('targetOf()', () => {
  it('is nothing but a path and a query, whatever they were', () => {
    expect(targetOf(destination)).toBe('/a%20b/%25%0D%0A/%C3%BC?q=%E9%20x&y=%20');
    expect(targetOf({ ...destination, path: '', query: '' })).toBe('/');
  });
});

describe('urlOf()', () => {
  it('shows addresses of IPv6 in brackets, with their port', () => {
    expect(urlOf({ ...destination, path: '/x', query: '' })).toBe('https://[fd00::1]:443/x');
  });
});
