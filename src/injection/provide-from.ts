import type { Abstract, FactoryProvider } from '@nestjs/common';

/** The token of a value without a class, such as a list; the type says what is provided under it. */
export type ValueToken<T> = symbol & { readonly provided?: T };

type Token<T = unknown> = Abstract<T> | ValueToken<T>;

/** The types provided by a set of tokens. */
type Provided<P> = {
  readonly [K in keyof P]: P[K] extends Abstract<infer T> ? T : P[K] extends ValueToken<infer T> ? T : never;
};

/** Returns a new token of a value without a class. */
export function valueToken<T>(description: string): ValueToken<T> {
  return Symbol(description) as ValueToken<T>;
}

/** Returns a provider made from other providers, which it takes by name: tokens and types cannot get out of step. */
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
