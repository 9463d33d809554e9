import type { Place } from './place.ts';
import type { Recipe } from './recipe.ts';

/** Make: rules beside the configuration, to be included. */
export const make: Recipe = {
  inRepository: false,
  files: (place) => [{ path: 'soapwright.mk', text: rules(place) }],
  next: ['Add to the Makefile beside soapwright.yaml: include soapwright.mk', 'make soapwright'],
};

function rules({ lockFile }: Place): string {
  return `# Generates code when an input has changed. Created by \`soapwright init --ci make\`, and yours to edit.
# \`make soapwright\` starts no program if nothing has changed. Paths with spaces are beyond Make.
SOAPWRIGHT ?= npx --no-install soapwright
SOAPWRIGHT_STATE ?= node_modules/.cache/soapwright-make

# SOAPWRIGHT_INPUTS and SOAPWRIGHT_OUTPUTS, as of the last run.
-include $(SOAPWRIGHT_STATE)/files.mk

.PHONY: soapwright soapwright-check soapwright-again
soapwright: $(SOAPWRIGHT_STATE)/stamp
soapwright-check:
	$(SOAPWRIGHT) check

# Missing outputs are generated again. Unchanged ones keep their time, so that a stamp has the time of the run.
$(SOAPWRIGHT_STATE)/stamp: $(SOAPWRIGHT_INPUTS) $(wildcard ${lockFile}) \\
    $(if $(filter-out $(wildcard $(SOAPWRIGHT_OUTPUTS)),$(SOAPWRIGHT_OUTPUTS)),soapwright-again)
	$(SOAPWRIGHT) generate
	@mkdir -p $(SOAPWRIGHT_STATE)
	@{ printf 'SOAPWRIGHT_INPUTS := '; $(SOAPWRIGHT) inputs | tr '\\n' ' '; echo; \\
	  printf 'SOAPWRIGHT_OUTPUTS := '; $(SOAPWRIGHT) outputs | tr '\\n' ' '; echo; } > $(SOAPWRIGHT_STATE)/files.mk
	@touch $@

# An input that was deleted is a change, and no error.
$(SOAPWRIGHT_INPUTS): ;
`;
}
