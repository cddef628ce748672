import { RouteClaims } from './route-claims.js';

class TwoPathsController {
  both(): void {}
}

class BareController {
  three(): void {}
}

describe('RouteClaims', () => {
  const get = (...paths: string[]) => paths.map((path) => ({ method: 'GET', path }));

  it('knows the paths below what is claimed, for as long as it is', () => {
    const claims = new RouteClaims();
    expect(claims.ownerOf('/a')).toBeUndefined();
    const release = claims.claim(TwoPathsController, get('/a/:b', '/a', '/c/d*'));
    claims.claim(BareController, get('/b'));
    expect(['/a', '/a/x/y', '/c', '/b'].map((path) => claims.ownerOf(path))).toEqual([
      ...Array<unknown>(3).fill(TwoPathsController),
      BareController,
    ]);
    expect(['/', '/A', '/ab', '//a', '/x/a', ''].filter((path) => claims.ownerOf(path))).toEqual([]);
    expect(claims.paths().sort()).toEqual(['/a', '/a/', '/b', '/c/']);
    release();
    expect(claims.ownerOf('/a')).toBeUndefined();
    expect(claims.paths()).toEqual(['/b']);
  });

  it('gives a name to one owner only, and nothing to one who misses some', () => {
    const claims = new RouteClaims();
    claims.claim(TwoPathsController, get('/a/x'));
    expect(() => claims.claim(BareController, get('/b', '/a/y'))).toThrow(
      'BareController and TwoPathsController both bring routes below /a; rename one of them',
    );
    expect(claims.ownerOf('/b')).toBeUndefined();
  });
});
