import { callVault } from './vault.mjs';

console.log(await callVault(process.argv[2]));
