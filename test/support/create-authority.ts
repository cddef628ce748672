/** Creates a certificate authority as the server does: for tests of parts that stand below it. */
export { createAuthority } from '../../src/server/certificates/issuer.js';
