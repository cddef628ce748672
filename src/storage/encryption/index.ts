export { Encryption, type EncryptionOptions } from './encryption.js';
