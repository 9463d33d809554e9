/**
 * Shell functions that ask the program for the operations of a contract, a line each, and for an example of the data of one, on
 * one line. They print nothing for a contract that cannot be read.
 */
export function operationFunctions(name: string): string {
  return `_soapwright_operations() {
  command -v ${name} > /dev/null && ${name} call "$1" 2> /dev/null < /dev/null | sed -n 's/^  \\([^ ]*\\).*/\\1/p'
}
_soapwright_example() {
  command -v ${name} > /dev/null && ${name} call "$1" "$2" --describe 2> /dev/null < /dev/null |
    sed -n '/^{/,/^}/{s/^ *//;p;}' | tr '\\n' ' ' | sed 's/ $//'
}`;
}
