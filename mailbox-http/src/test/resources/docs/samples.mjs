// Writes the programs of the reference into a folder: node samples.mjs <samples.mjs> <openapi.json> <folder>
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [module, description, folder] = process.argv.slice(2);
const { withSamples } = await import(pathToFileURL(module).href);
const made = withSamples(JSON.parse(readFileSync(description, 'utf8')));
const names = [];
for (const item of Object.values(made.paths)) {
  for (const operation of Object.values(item)) {
    if (!operation['x-codeSamples']) continue;
    const [curl, python, node, java] = operation['x-codeSamples'].map((one) => one.source);
    const name = operation.operationId;
    names.push(name);
    writeFileSync(`${folder}/${name}.sh`, curl + '\n');
    writeFileSync(`${folder}/${name}.py`, python);
    writeFileSync(`${folder}/${name}.mjs`, node);
    mkdirSync(`${folder}/${name.toLowerCase()}`);
    writeFileSync(`${folder}/${name.toLowerCase()}/Sample.java`, `package ${name.toLowerCase()};\n` + java);
  }
}
writeFileSync(folder + '/all.sh', names.map((name) => `echo; echo "== ${name}"; sh ${name}.sh\n`).join(''));
writeFileSync(folder + '/all.py', 'import urllib.error\nfor name in ' + JSON.stringify(names) + `:
    print("\\n== " + name)
    try:
        exec(compile(open(name + ".py").read(), name, "exec"), {})
    except urllib.error.HTTPError as refused:
        print(refused.read().decode())
`);
writeFileSync(folder + '/all.mjs', names.map((name) => `console.log('\\n== ${name}'); await import('./${name}.mjs');\n`).join(''));
writeFileSync(folder + '/All.java', 'public class All {\n  public static void main(String[] args) throws Exception {\n'
  + names.map((name) => `    System.out.println("\\n== ${name}");\n    ${name.toLowerCase()}.Sample.main(args);\n`).join('') + '  }\n}\n');
console.log(names.length);
