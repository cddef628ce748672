import type { FactoryProvider } from '@nestjs/common';

/** A class that stands for what Nest provides. */
type Token<T = unknown> = abstract new (...dependencies: never[]) => T;

/** The types provided by a set of tokens. */
type Provided<P> = { readonly [K in keyof P]: P[K] extends Token<infer T> ? T : never };

/** A provider that is made from others, which it takes by name: tokens and types cannot get out of step. */
export function provideFrom<T, P extends Readonly<Record<string, Token>>>(
  provide: Token<T>,
  tokens: P,
  make: (parts: Provided<P>) => T | Promise<T>,
): FactoryProvider<T> {
  const names = Object.keys(tokens);
  const gather = (found: readonly unknown[]): Provided<P> =>
    Object.fromEntries(names.map((name, i) => [name, found[i]])) as Provided<P>;
  return { provide, useFactory: (...found: unknown[]) => make(gather(found)), inject: Object.values(tokens) };
}
