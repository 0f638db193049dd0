// The client of `fathom lsp`: starts the server, and shows reports of checks as documents.
"use strict";

const vscode = require("vscode");

/** The scheme of documents that hold reports. */
const REPORTS = "fathom-report";

let client;

/** Starts the server; colours and brackets work without it. */
async function activate(context) {
  const reports = new Reports();
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(REPORTS, reports),
    vscode.commands.registerCommand("fathom.report", (uri, property) => reports.show(uri, property)),
    vscode.commands.registerCommand("fathom.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("fathom.path")) restart();
    }),
  );
  await start();
}

async function start() {
  let library;
  try {
    library = require("vscode-languageclient/node");
  } catch {
    vscode.window.showWarningMessage("Fathom: run `npm ci` in the folder of the extension for more than colours.");
    return;
  }
  const settings = vscode.workspace.getConfiguration("fathom");
  const server = { command: settings.get("path", "fathom"), args: ["lsp"] };
  client = new library.LanguageClient("fathom", "Fathom", server, {
    documentSelector: [{ language: "fathom" }],
    initializationOptions: {
      showsReports: true,
      timeoutSeconds: settings.get("timeoutSeconds"),
      memoryMebibytes: settings.get("memoryMebibytes") ?? undefined,
    },
    synchronize: { configurationSection: "fathom" },
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `Fathom: \`${server.command} lsp\` cannot be started: ${error.message ?? error}`,
      "Set the path",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "fathom.path");
  }
}

async function restart() {
  const old = client;
  client = undefined;
  await old?.stop();
  await start();
}

/** What came of checks, as documents that cannot be edited. */
class Reports {
  constructor() {
    this.texts = new Map();
    this.changes = new vscode.EventEmitter();
    this.onDidChange = this.changes.event;
  }

  provideTextDocumentContent(uri) {
    return this.texts.get(uri.toString());
  }

  /** Asks the server for the report on a property, and shows it beside the model. */
  async show(model, property) {
    try {
      const params = { textDocument: { uri: model }, property };
      const { text } = await client.sendRequest("fathom/report", params);
      const name = property.replace(/[^A-Za-z0-9_-]/g, "_");
      const uri = vscode.Uri.from({ scheme: REPORTS, path: `/${name}.txt`, query: model });
      this.texts.set(uri.toString(), text);
      this.changes.fire(uri);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    } catch (error) {
      vscode.window.showInformationMessage(`Fathom: ${error.message ?? error}`);
    }
  }
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
