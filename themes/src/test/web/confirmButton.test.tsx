// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it, vi } from "vitest";
import { ConfirmButton } from "../../main/web/parts/ConfirmButton";
import { find, press } from "./console";
import { render } from "./rendering";

describe("A button that asks first", () => {
    it("is not confirmed by pressing Enter twice", async () => {
        const confirmed = vi.fn();
        await render(<ConfirmButton label="Forget" question="Really?" onConfirm={confirmed} testId="forget" />);
        await press("[data-testid=forget]");
        expect(document.activeElement).not.toBe(find("[data-testid=forget-confirm]"));
        expect(document.activeElement?.textContent).toBe("No");
        await press("[data-testid=forget-confirm]");
        expect(confirmed).toHaveBeenCalledOnce();
    });

    it("has the focus again when it was answered with no", async () => {
        await render(<ConfirmButton label="Forget" question="Really?" onConfirm={vi.fn()} testId="forget" />);
        await press("[data-testid=forget]");
        await press("[data-testid=forget-no]");
        expect(document.activeElement).toBe(find("[data-testid=forget]"));
    });
});
