export { aesGcmCipher } from './ciphers.js';
export { Encryption, type EncryptionOptions, isEncryptionConfiguration } from './encryption.js';
