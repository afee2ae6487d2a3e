/* channels.tsx - all channels of the table shown; a click puts one into the plot, or into the table while that is shown. */
import { table } from "../../state/runs";
import { ChannelBrowser } from "../channel_picker";
import type { Panel } from "../panels";
import { active, toggleCurve } from "../plots";
import { mainTab } from "../tabs";
import { columnsShown, toggleColumn } from "./table";
import { texts } from "../../texts/texts";

function ChannelsPanel() {
  const of = table.value;
  const inTable = mainTab.value === "table";
  return (
    <ChannelBrowser
      chosen={(name) =>
        inTable ? of !== null && columnsShown(of).includes(name) : (active.value?.curves.includes(name) ?? false)
      }
      onToggle={inTable ? toggleColumn : toggleCurve}
    />
  );
}

export const panel: Panel = {
  id: "channels",
  place: "side",
  order: 1,
  title: () => texts.results.panelChannels.channels,
  Body: ChannelsPanel,
};
