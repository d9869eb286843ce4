/**
 * The import rules. A file of a context is domain, application, index or "edge" (adapters, operations, jobs, events, module ...).
 * test/architecture holds a tree with one violation of each rule and asserts that every one of them bites.
 */
const { join } = require('node:path');

/** Specs stand beside the code and may use what they like; nothing else may import them. */
const spec = '\\.spec\\.ts$';
const context = '^src/contexts/([^/]+)/';
const contextFolder = '^src/contexts/[^/]+$';
/** `$1` is the importing file's own context. */
const own = '^src/contexts/$1/';
const kernel = '^src/kernel/';
/** The files of a context that know wire names and answers. */
const wire = '\\.(operations|presenters)\\.ts$';
const publicFace = '^src/contexts/[^/]+/index\\.ts$';
/** A context's presenters for others are in the file of its own name. */
const publicPresenters = '^src/contexts/(?<context>[^/]+)/\\k<context>\\.presenters\\.ts$';
/** Packages from npm, imports of their types included; Node's own modules are not among them. */
const packages = { path: 'node_modules/' };

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule('no-cycles', 'A cycle may pass in the tests and crash in the build.', {}, { circular: true }),
    {
      ...rule(
        'contexts-in-one-order',
        'docs/architecture.md draws it: a context imports the ones below it.',
        { path: contextFolder },
        { path: contextFolder, circular: true, viaOnly: contextFolder },
      ),
      scope: 'folder',
    },
    rule(
      'resolvable',
      'What is not found is not checked; the client package and the search library are copied to the page of the reference by the build.',
      {},
      { couldNotResolve: true, pathNot: ['^node:', '^\\./(client/index|minisearch)\\.js$'] },
    ),
    rule('no-spec-imports', 'Specs are not a library.', { path: '^src/', pathNot: spec }, { path: [spec, '^test/'] }),
    rule(
      'no-development-packages',
      'They are not there in production.',
      { path: '^src/', pathNot: spec },
      { dependencyTypes: ['npm-dev'] },
    ),

    rule(
      'kernel-alone',
      'The kernel imports nothing of ours.',
      { path: kernel, pathNot: spec },
      { path: '^src/', pathNot: kernel },
    ),
    rule(
      'kernel-no-framework',
      'The kernel is plain TypeScript, but for ids and the parsing of addresses.',
      { path: kernel, pathNot: spec },
      { ...packages, pathNot: 'node_modules/(ulid|ipaddr\\.js)/' },
    ),

    rule(
      'platform-below-contexts',
      'Technique knows no business.',
      { path: '^src/platform/', pathNot: spec },
      { path: '^src/(contexts/|app\\.module|main|cli)' },
    ),
    rule(
      'migrations-stand-alone',
      'A migration stays what it was.',
      { path: '^src/migrations/', pathNot: spec },
      { path: '^src/contexts/' },
    ),

    rule(
      'domain-is-pure',
      'A domain imports its own domain and the kernel.',
      { path: `${context}domain/`, pathNot: spec },
      { path: '^src/', pathNot: [`${own}domain/`, kernel] },
    ),
    rule('domain-no-packages', 'A domain is plain TypeScript.', { path: `${context}domain/`, pathNot: spec }, packages),

    rule(
      'application-inward',
      'Use cases see their own domain and ports, the kernel, and the public faces of other contexts.',
      { path: `${context}application/`, pathNot: spec },
      { path: '^src/', pathNot: [`${own}(domain|application)/`, kernel, publicFace] },
    ),
    rule(
      'application-no-packages',
      "Of all packages, use cases know Nest's Injectable and Inject, and a mutex.",
      { path: `${context}application/`, pathNot: spec },
      { ...packages, pathNot: 'node_modules/(@nestjs/common|async-mutex)/' },
    ),

    rule(
      'index-is-ports-and-types',
      'The public face shows domain and application, never an adapter.',
      { path: `${context}index\\.ts$` },
      { path: '^src/', pathNot: [`${own}(domain|application)/`, kernel] },
    ),
    rule(
      'contexts-by-index',
      'Another context is reached by its index.ts, or module to module.',
      { path: context, pathNot: ['\\.module\\.ts$', wire, spec] },
      { path: '^src/contexts/', pathNot: [own, publicFace] },
    ),
    rule(
      'wire-by-presenters',
      'One wire shape has one presenter, so the edge may use those in <context>.presenters.ts of another context; the rest are private.',
      { path: `${context}[^/]+${wire}` },
      { path: '^src/contexts/', pathNot: [own, publicFace, publicPresenters] },
    ),
    rule(
      'modules-by-module',
      "A module imports other contexts' modules and public faces.",
      { path: `${context}[^/]+\\.module\\.ts$` },
      { path: '^src/contexts/', pathNot: [own, publicFace, '^src/contexts/[^/]+/[^/]+\\.module\\.ts$'] },
    ),
    rule(
      'contexts-below-the-root',
      'The root assembles the contexts, not the other way round.',
      { path: context, pathNot: spec },
      { path: '^src/', pathNot: ['^src/contexts/', '^src/platform/', kernel] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js'],
    },
  },
};
