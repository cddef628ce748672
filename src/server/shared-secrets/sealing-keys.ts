import { aesGcmCipher } from '../../storage/index.js';

type Cipher = ReturnType<typeof aesGcmCipher>;

/** A text that was opened. */
export interface OpenedText {
  readonly text: string;
  /** True if it was sealed by the first key. */
  readonly isCurrent: boolean;
}

const KEY_BYTES = 32;

/** The keys of a file, by which secrets are sealed with AES-256-GCM: the first one seals, each opens. */
export class SealingKeys {
  private constructor(private readonly ciphers: readonly Cipher[]) {}

  /** Reads keys, one a line in base64, with lines that are empty or begin with `#` between them. Throws an Error without a secret. */
  static parse(text: string): SealingKeys {
    const ciphers = text.split('\n').flatMap((line, i) => {
      const key = line.trim();
      return key === '' || key.startsWith('#') ? [] : [aesGcmCipher(keyOf(key, i + 1))];
    });
    if (ciphers.length === 0) throw new Error('has no key');
    return new SealingKeys(ciphers);
  }

  /** Seals a text; it can be opened by the same name only. */
  seal(text: string, name: string): Buffer {
    const sealed = this.ciphers[0]!.seal(Buffer.from(text), name);
    return Buffer.from(JSON.stringify({ sealed: sealed.toString('base64') }));
  }

  /** Opens what was sealed under a name; undefined where none of the keys does. */
  open(stored: Buffer, name: string): OpenedText | undefined {
    const sealed = sealedIn(stored);
    if (!sealed) return undefined;
    for (const [i, cipher] of this.ciphers.entries()) {
      const text = openedBy(cipher, sealed, name);
      if (text !== undefined) return { text, isCurrent: i === 0 };
    }
    return undefined;
  }
}

function keyOf(line: string, number: number): Buffer {
  const key = Buffer.from(line, 'base64');
  if (key.length !== KEY_BYTES || key.toString('base64') !== line)
    throw new Error(`line ${number} is not the base64 of ${KEY_BYTES} bytes`);
  return key;
}

function sealedIn(stored: Buffer): Buffer | undefined {
  try {
    return Buffer.from((JSON.parse(stored.toString()) as { sealed: string }).sealed, 'base64');
  } catch {
    return undefined;
  }
}

function openedBy(cipher: Cipher, sealed: Buffer, name: string): string | undefined {
  try {
    return cipher.open(sealed, name).toString();
  } catch {
    return undefined;
  }
}
