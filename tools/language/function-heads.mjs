import ts from 'typescript';

/**
 * First words of the doc comments of functions: what callers read in a list of a module's functions is what each does. A verb
 * that is missing here may be added if no other one says the same.
 */
const VERBS = new Set(
  `
    Aborts Acquires Activates Adds Advances Allocates Allows Announces Appends Applies Asks Assigns Attaches
    Authenticates Awaits Backs Binds Builds Caches Called Calls Cancels Changes Checks Chooses Claims Clears
    Closes Collects Commits Compacts Compares Compiles Completes Compresses Computes Configures Connects Continues
    Converts Copies Counts Creates Decides Declares Decodes Decrypts Defragments Deletes Delivers Describes
    Destroys Detects Disables Discards Distinguishes Divides Draws Drops Dumps Emits Enables Encloses Encodes
    Encrypts Ends Escapes Estimates Evaluates Exchanges Executes Explains Exports Extends Fails Fetches Fills
    Finds Finishes Follows Forgets Formats Forwards Frees Freezes Gathers Generates Grants Handles Hashes
    Identifies Ignores Implements Imports Injects Inserts Inspects Installs Interprets Interrupts Invokes Issues
    Iterates Joins Keeps Leaves Limits Lists Loads Locks Logs Makes Maps Marks Matches Measures Merges Migrates
    Mounts Moves Mutates Names Narrows Negotiates Normalizes Notifies Observes Opens Orders Parses Passes Patches
    Pauses Places Plans Posts Predicts Prepares Prints Processes Provides Publishes Queries Quotes Reads
    Reallocates Receives Reconciles Reconstructs Records Reduces Refuses Registers Rejects Releases Reloads
    Remembers Removes Renames Renders Repairs Repeats Replaces Replays Reports Requests Requires Reserves Resets
    Resolves Responds Restores Resumes Retries Returns Reverts Rewrites Rounds Routes Runs Samples Saves Scans
    Schedules Seals Selects Sends Serializes Serves Sets Settles Shares Shows Shuts Signs Skips Sorts Splits
    Starts Stops Stores Streams Subscribes Sums Sweeps Switches Synchronizes Takes Throws Traces Tracks Transforms
    Tries Truncates Trusts Types Unblocks Undoes Uninstalls Updates Validates Verifies Visits Waits Warns Watches
    Withdraws Wraps Writes
  `
    .trim()
    .split(/\s+/),
);

const CHECKED = /^(src|plugins|tools)\/(?!.*\.spec\.ts$).*\.(tsx?|mjs)$/;

/** @typedef {{ line: number, text: string, words: string }} Head a doc comment and the word that it begins with */

/**
 * Returns the doc comments of exported functions, and of methods of exported classes and interfaces, that begin with another word
 * than a verb of the list.
 * @param {string} file
 * @param {string} text
 * @returns {Head[]}
 */
export function strangeHeads(file, text) {
  if (!CHECKED.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return documentedFunctions(source).flatMap((comment) => {
    const prose = ts.getTextOfJSDocComment(comment.comment)?.replace(/\s+/g, ' ').trim() ?? '';
    const words = prose.split(/[\s,.:;]/)[0];
    const { line } = source.getLineAndCharacterOfPosition(comment.getStart(source));
    return words === '' || VERBS.has(words) ? [] : [{ line: line + 1, text: prose, words }];
  });
}

function documentedFunctions(source) {
  const functions = [];
  const visit = (node, isOfExported) => {
    const comment = node.jsDoc?.at(-1);
    if (comment && (isExportedFunction(node) || (isOfExported && isMethod(node)))) functions.push(comment);
    const isType = ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node);
    ts.forEachChild(node, (child) => visit(child, isType ? isExported(node) : isOfExported));
  };
  visit(source, false);
  return functions;
}

function isExportedFunction(node) {
  if (ts.isFunctionDeclaration(node)) return isExported(node);
  const value = ts.isVariableStatement(node) && node.declarationList.declarations[0].initializer;
  return Boolean(value) && isExported(node) && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
}

function isMethod(node) {
  return (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) && !has(node, ts.SyntaxKind.PrivateKeyword);
}

const isExported = (node) => has(node, ts.SyntaxKind.ExportKeyword);

const has = (node, kind) => node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;
