// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from "vitest";
import { ConfirmButton } from "../../main/web/parts/ConfirmButton";
import { find, press } from "./console";
import { render } from "./rendering";

it("A button that asks first is not confirmed by pressing Enter twice", async () => {
    const confirmed = vi.fn();
    await render(<ConfirmButton label="Forget" question="Really?" onConfirm={confirmed} testId="forget" />);
    await press("[data-testid=forget]");
    expect(document.activeElement).not.toBe(find("[data-testid=forget-confirm]"));
    expect(document.activeElement?.textContent).toBe("No");
    await press("[data-testid=forget-confirm]");
    expect(confirmed).toHaveBeenCalledOnce();
});
