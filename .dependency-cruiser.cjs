/**
 * The import rules. A file of a context is core (`<noun>.ts`, and the folders domain and application), index or "edge" (`<noun>.store.ts`,
 * operations, jobs, events, module, adapters ...).
 * test/architecture holds a tree with one violation of each rule and asserts that every one of them bites.
 */
const { join } = require('node:path');

/** Specs stand beside the code and may use what they like; nothing else may import them. */
const spec = '\\.spec\\.ts$';
const room = '(ledger|contexts/(?:staff/)?[^/]+)';
const context = `^src/${room}/`;
const contextFolder = '^src/(ledger|contexts/(staff/[^/]+|(?!staff$)[^/]+))$';
/** The ledger's rooms have layers of their own. */
const part = '((chain|archive|cluster|log)/)?';
/** The core of a noun: its rules, its service and its storage port. */
const noun = '(?!index\\.ts$)[^/.]+\\.ts$';
/** `$1` is the importing file's own context. */
const own = '^src/$1/';
const contexts = '^src/(ledger|contexts)/';
const kernel = '^src/kernel/';
/** The files of a context that know wire names and answers; a kind of proposal has its operation in its file. */
const wire = '\\.(inputs|kind|operations|presenters)\\.ts$';
const publicFace = `^src/${room}/index\\.ts$`;
/** A context's presenters for others are in the file of its own name. */
const publicPresenters = '^src/contexts/(staff/)?(?<context>[^/]+)/\\k<context>\\.presenters\\.ts$';
/** Purchases and payouts have tables of the same columns, so their stores build on those of attempts. */
const storesOfAttempts = '^src/contexts/attempts/order(s|-records)\\.store\\.ts$';
const storesOfOrders = '^src/(contexts/(?:purchases|payouts))/[^/]+\\.(?:store|rows)\\.ts$';
/** The faces of the client package, where tsconfig.json leads to. */
const client = '^packages/client/src/(index|webhooks)\\.ts$';
/** What is ours. */
const tree = '^(src|test|scripts|packages)/';
/** What the benchmark measures or makes books with, beside kernel, platform and public faces; and fixtures that the tests have, too. */
const benched = [
  '^src/create-app\\.ts$',
  '^src/cli/(migrate|service-context)\\.ts$',
  '^src/ledger/(chain/)?(domain|adapters/(keys|mysql/batch-sql|write-set))',
  '^src/contexts/webhooks/endpoints\\.ts$',
  '^packages/simulators/console/simulators\\.ts$',
  '^src/contexts/transfers/transfers\\.consumer\\.ts$',
  '^src/ledger/ledger\\.jobs\\.ts$',
  '^test/support/(backend|clocks|forwarding-fixture|ledger-fixture|redis-keys)\\.ts$',
  '^packages/harness/until\\.ts$',
];
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
      'What is not found is not checked; Postman brings its own library.',
      {},
      { couldNotResolve: true, pathNot: ['^node:', '^crypto-js$'] },
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
      { path: '^src/(ledger/|contexts/|sandbox/|app\\.module|main|cli)' },
    ),
    rule(
      'companies-by-their-adapters',
      'How a company is called is known by its folder and by the adapters of that name.',
      { path: '^src/', pathNot: ['^src/platform/companies/', '^src/contexts/[^/]+/adapters/[^/]+/', spec] },
      { path: '^src/platform/companies/' },
    ),
    rule(
      'companies-apart',
      'An adapter calls its own company.',
      { path: '^src/(?:contexts/[^/]+/adapters|platform/companies)/([^/]+)/', pathNot: spec },
      { path: '^src/platform/companies/', pathNot: '^src/platform/companies/$1/' },
    ),
    rule(
      'migrations-stand-alone',
      'A migration stays what it was.',
      { path: '^src/migrations/', pathNot: spec },
      { path: contexts },
    ),

    rule(
      'domain-is-pure',
      'A domain imports its own domain and the kernel.',
      { path: `${context}${part}domain/`, pathNot: spec },
      { path: '^src/', pathNot: [`${own}${part}domain/`, kernel] },
    ),
    rule('domain-no-packages', 'A domain is plain TypeScript.', { path: `${context}${part}domain/`, pathNot: spec }, packages),

    rule(
      'application-inward',
      'Use cases see their own domain and ports, the kernel, and the public faces of other contexts.',
      { path: [`${context}${part}application/`, `${context}${noun}`], pathNot: spec },
      { path: '^src/', pathNot: [`${own}${part}(domain|application)/`, `${own}${noun}`, kernel, publicFace] },
    ),
    rule(
      'application-no-packages',
      "Of all packages, use cases know Nest's Injectable and Inject, a mutex, time-outs of promises, and how alike two words are.",
      { path: [`${context}${part}application/`, `${context}${noun}`], pathNot: spec },
      { ...packages, pathNot: 'node_modules/(@nestjs/common|async-mutex|p-timeout|fastest-levenshtein)/' },
    ),

    rule(
      'index-is-ports-and-types',
      'The public face shows the core, never an adapter.',
      { path: `${context}index\\.ts$` },
      { path: '^src/', pathNot: [`${own}${part}(domain|application)/`, `${own}${noun}`, kernel] },
    ),
    rule(
      'contexts-by-index',
      'Another context is reached by its index.ts, or module to module.',
      { path: context, pathNot: ['\\.module\\.ts$', wire, storesOfOrders, spec] },
      { path: contexts, pathNot: [own, publicFace] },
    ),
    rule(
      'orders-by-stores',
      'The stores of purchases and payouts build on those of attempts.',
      { path: storesOfOrders, pathNot: spec },
      { path: contexts, pathNot: [own, publicFace, storesOfAttempts] },
    ),
    rule(
      'wire-by-presenters',
      'One wire shape has one presenter, so the edge may use those in <context>.presenters.ts of another context; the rest are private.',
      { path: `${context}[^/]+${wire}` },
      { path: contexts, pathNot: [own, publicFace, publicPresenters] },
    ),
    rule(
      'modules-by-module',
      "A module imports other contexts' modules and public faces.",
      { path: `${context}[^/]+\\.module\\.ts$` },
      { path: contexts, pathNot: [own, publicFace, `${context}[^/]+\\.module\\.ts$`] },
    ),
    rule(
      'tools-by-index',
      'Operator commands and the sandbox reach contexts by their index.ts.',
      { path: '^src/(cli|sandbox)/', pathNot: ['\\.module\\.ts$', spec] },
      { path: contexts, pathNot: publicFace },
    ),
    rule(
      'tool-modules-by-module',
      'A module beside the contexts imports their modules and public faces.',
      { path: '^src/(cli|sandbox)/.*\\.module\\.ts$' },
      { path: contexts, pathNot: [publicFace, `${context}[^/]+\\.module\\.ts$`] },
    ),
    rule(
      'contexts-below-the-root',
      'The root assembles the contexts, not the other way round.',
      { path: context, pathNot: spec },
      { path: '^src/', pathNot: [contexts, '^src/platform/', kernel] },
    ),

    rule(
      'service-alone',
      'The service imports no other package; it serves what the build makes of them.',
      { path: '^src/', pathNot: spec },
      { path: '^packages/' },
    ),
    rule(
      'client-alone',
      'The client is installed by strangers and runs everywhere, so it is its own files, and the hashes that its build copies into it.',
      { path: '^packages/client/' },
      { pathNot: ['^packages/client/', 'node_modules/@noble/hashes/'] },
    ),
    rule(
      'console-by-client',
      'What the console shows and does are operations.',
      { path: '^packages/console/src/' },
      { pathNot: ['^packages/console/src/', client, packages.path] },
    ),
    rule(
      'simulators-alone',
      "Simulators are written from the providers' documents, not from the code that calls them.",
      { path: '^packages/simulators/' },
      { path: tree, pathNot: '^packages/simulators/' },
    ),
    rule(
      'harness-from-outside',
      'The harness knows the service as its users and operators do: by the client, by commands, by its processes.',
      { path: '^packages/harness/' },
      { path: tree, pathNot: ['^packages/(harness|simulators)/', client] },
    ),
    rule(
      'bench-by-name',
      'The benchmark imports of the service what is named here, so that a change of its inside is seen.',
      { path: '^packages/bench/' },
      { path: tree, pathNot: ['^packages/bench/', kernel, '^src/platform/', publicFace, ...benched] },
    ),
    rule(
      'simulation-of-the-ledger',
      'The simulation runs the ledger alone, on time and chance of the kernel.',
      { path: '^packages/simulation/' },
      { path: tree, pathNot: ['^packages/simulation/', '^packages/harness/random\\.ts$', kernel, '^src/ledger/'] },
    ),
    rule('scripts-by-packages', 'Commands run what is built, and packages.', { path: '^scripts/' }, { path: '^(src|test)/' }),
    rule(
      'pages-alone',
      'Pages run in browsers: besides their own files they get the client package and the search library.',
      { path: '^packages/reference/' },
      { pathNot: ['^packages/reference/', client, 'node_modules/minisearch/'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist', '^packages/[^/]+/dist'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
