import type { Flag } from './flag.js';
import { didYouMean } from './nearest-name.js';
import { addOccurrence, type Occurrences } from './occurrences.js';
import type { OptionProblem } from './problem.js';
import { upstreamRemedy } from './upstream-flags.js';

/** The parsed command line. */
export interface ParsedArguments {
  readonly occurrences: Occurrences;
  readonly problems: OptionProblem[];
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
  /** The value of `--config`. */
  readonly configFile?: string;
}

const SHORTHANDS: Readonly<Record<string, string>> = { v: 'v', h: 'help' };

/**
 * Reads a command line by the rules of pflag: `--x=v`, `--x v`, and bare switches that never take the next word.
 * Underscores in names count as dashes.
 */
export function parseArguments(argv: readonly string[], flags: readonly Flag[]): ParsedArguments {
  return new ArgumentParser(argv, flags).parse();
}

class ArgumentParser {
  private readonly byName: ReadonlyMap<string, Flag>;
  private readonly occurrences: Occurrences = new Map();
  private readonly problems: OptionProblem[] = [];
  private readonly wanted = new Set<string>();
  private configFile: string | undefined;
  private position = 0;

  constructor(
    private readonly argv: readonly string[],
    flags: readonly Flag[],
  ) {
    this.byName = new Map(flags.map((flag) => [flag.name, flag]));
  }

  parse(): ParsedArguments {
    while (this.position < this.argv.length) {
      const word = this.argv[this.position++];
      if (word.startsWith('--') && word !== '--') this.readLong(word.slice(2));
      else if (/^-[a-z]/.test(word)) this.readShort(word);
      else this.refuse(word, 'is not a flag', 'This program takes flags only, each starting with --.');
    }
    const { occurrences, problems, configFile } = this;
    return {
      occurrences,
      problems,
      configFile,
      wantsHelp: this.wanted.has('help'),
      wantsVersion: this.wanted.has('version'),
    };
  }

  private readLong(text: string): void {
    const equals = text.indexOf('=');
    const name = (equals < 0 ? text : text.slice(0, equals)).replaceAll('_', '-');
    this.take(name, `--${name}`, equals < 0 ? undefined : text.slice(equals + 1));
  }

  private readShort(word: string): void {
    const name = SHORTHANDS[word[1]];
    if (name === undefined)
      return this.refuse(word, 'unknown shorthand flag', 'Use the long form; --help lists the flags.');
    const value = word.slice(2).replace(/^=/, '');
    this.take(name, word.slice(0, 2), word.length === 2 ? undefined : value);
  }

  private take(name: string, option: string, value: string | undefined): void {
    if (name === 'help' || name === 'version') {
      this.wanted.add(name);
    } else if (name === 'config') {
      this.configFile = value ?? this.nextWord(option) ?? this.configFile;
    } else {
      this.takeFlag(name, option, value);
    }
  }

  private takeFlag(name: string, option: string, value: string | undefined): void {
    const flag = this.byName.get(name);
    if (flag === undefined) {
      return this.refuseFlag(name, option);
    }
    const text = value ?? flag.kind.bare ?? this.nextWord(option);
    if (text !== undefined) addOccurrence(this.occurrences, { flag, option }, text);
  }

  private refuseFlag(name: string, option: string): void {
    const remedy = upstreamRemedy(name);
    if (remedy !== undefined) return this.refuse(option, 'this flag of kube-apiserver is not supported', remedy);
    const known = [...this.byName.keys(), 'config', 'help', 'version'].map((other) => `--${other}`);
    this.refuse(option, 'unknown flag', didYouMean(option, known, '--help lists the flags.'));
  }

  private nextWord(option: string): string | undefined {
    if (this.position < this.argv.length) return this.argv[this.position++];
    this.refuse(option, 'flag needs an argument', `Write ${option}=<value>.`);
    return undefined;
  }

  private refuse(option: string, message: string, remedy: string): void {
    this.problems.push({ option, message, remedy });
  }
}
