import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** House rules that hold in every file. */
const house = {
  'max-lines': ['warn', { max: 450, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
  'max-params': ['warn', 5],
  'no-console': 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  // Names and values of clients are checked for control characters.
  'no-control-regex': 'off',
  'prefer-const': ['error', { destructuring: 'all' }],
};

/** Type-aware rules: find unhandled promises and dead conditions that the compiler accepts. */
const typed = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
};

/** The build leaves out types, so Nest sees of a constructor only what `@Inject` names. */
const CONSTRUCTOR =
  'ClassDeclaration[decorators.length>0] > ClassBody > MethodDefinition[kind="constructor"] > FunctionExpression';
const INJECTED = `${CONSTRUCTOR} > :matches(TSParameterProperty, Identifier, ObjectPattern).params:not([decorators.length>0])`;

const strict = {
  'no-restricted-syntax': ['error', { selector: INJECTED, message: 'Name what is injected: @Inject(Token).' }],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/consistent-type-imports': [
    'error',
    { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
  ],
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
  ],
  // The shape of what was checked before is often known better than the compiler can say.
  '@typescript-eslint/no-non-null-assertion': 'off',
  // Modules and plugins of Nest are classes that only carry a decorator.
  '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
  // API objects are plain data, so their maps are plain objects.
  '@typescript-eslint/no-dynamic-delete': 'off',
  // A callback may be asynchronous or not.
  '@typescript-eslint/no-invalid-void-type': 'off',
  // Overloads of decorators and of typed events read better one by one.
  '@typescript-eslint/unified-signatures': 'off',
};

/** Jest's deadline for a test, which is long enough for a machine with other work (`testTimeout` in jest.config.mjs). */
const DEADLINE_MS = 300_000;

const TEST = '/^(it|test|beforeAll|beforeEach|afterAll|afterEach)$/';
const OF_TEST = `CallExpression:matches([callee.name=${TEST}], [callee.callee.object.name=${TEST}], [callee.tag.object.name=${TEST}])`;
const ELAPSED = `CallExpression[callee.name='expect'] > BinaryExpression[operator='-'] CallExpression[callee.property.name='now']`;
const SHORT = `Literal[raw=/^[0-9_]+$/][value<${DEADLINE_MS}]`;
/** A fault that takes longer than this cannot be confused with a busy machine. */
const SOON = 'Literal[raw=/^[0-9_]+$/][value<30000]';

/** Deadlines that a busy machine breaks. */
const deadlines = [
  { selector: `${OF_TEST} > ${SHORT}`, message: 'Leave the deadline of a test to Jest.' },
  {
    selector: `CallExpression[callee.property.name=/^toBeLessThan/]:has(${ELAPSED}) > ${SOON}`,
    message: 'Count steps, or use a fake clock: a busy machine takes longer.',
  },
  {
    selector: `CallExpression[callee.object.name='AbortSignal'][callee.property.name='timeout'] > ${SHORT}`,
    message: 'Use a signal that the test aborts.',
  },
  {
    selector: `CallExpression[callee.name=/^(spawn|exec)/] Property[key.name='timeout'] > ${SHORT}`,
    message: 'Leave the deadline of a process to Jest.',
  },
];

/** Patterns for client input must not backtrack: quadratic time would block all requests. */
const linear = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
};

export default defineConfig(
  { ignores: ['dist/', 'coverage/', '.test-build/', 'data/', 'node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { rules: house },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strict],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { ...strict, ...typed },
  },
  {
    files: ['templates/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['after', 'before', 'describe', 'it'], package: 'node:test' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', 'packages/**/*.js'],
    languageOptions: {
      globals: {
        AbortController: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        clearInterval: 'readonly',
        clearTimeout: 'readonly',
        console: 'readonly',
        module: 'writable',
        performance: 'readonly',
        process: 'readonly',
        setImmediate: 'readonly',
        setInterval: 'readonly',
        setTimeout: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
  // Specs are exempt: a row of a test table is passed with one parameter per column.
  {
    files: ['src/**/*.ts', 'plugins/**/*.ts', 'plugins/**/*.tsx'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'max-params': ['error', 3],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['test/**', '**/*.spec.ts'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      'no-restricted-syntax': ['error', ...strict['no-restricted-syntax'].slice(1), ...deadlines],
    },
  },
  {
    files: ['src/**/*.ts', 'plugins/**/*.ts', 'plugins/**/*.tsx'],
    ignores: ['**/*.spec.ts'],
    plugins: { regexp },
    rules: linear,
  },
);
