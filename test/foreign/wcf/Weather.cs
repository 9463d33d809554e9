using System;
using System.Net;
using System.ServiceModel;
using System.ServiceModel.Channels;

/// <summary>Endpoints and calls of WCF with WS-Addressing.</summary>
[ServiceContract(Namespace = "http://weather.example/", Name = "Weather")]
public interface IWeather {
  [OperationContract(Action = "http://weather.example/in", ReplyAction = "http://weather.example/out")]
  int degrees(string town);

  [OperationContract]
  string forecast(string town);
}

[ServiceBehavior(IncludeExceptionDetailInFaults = false)]
public class Weather : IWeather {
  public int degrees(string town) {
    if (town == "") throw new FaultException("no town");
    return town.Length;
  }

  public string forecast(string town) {
    return "rain in " + town;
  }
}

public static class Program {
  static Binding BindingOf(string version) {
    var soap = version.StartsWith("1.1") ? EnvelopeVersion.Soap11 : EnvelopeVersion.Soap12;
    var addressing = version.EndsWith("2004-08") ? AddressingVersion.WSAddressingAugust2004 : AddressingVersion.WSAddressing10;
    var encoding = new TextMessageEncodingBindingElement(MessageVersion.CreateVersion(soap, addressing), System.Text.Encoding.UTF8);
    return new CustomBinding(encoding, new HttpTransportBindingElement());
  }

  public static void Main(string[] arguments) {
    if (arguments[0] == "serve") {
      var host = new ServiceHost(typeof(Weather));
      foreach (var version in new[] { "1.1,1.0", "1.2,1.0", "1.1,2004-08", "1.2,2004-08" })
        host.AddServiceEndpoint(typeof(IWeather), BindingOf(version), "http://127.0.0.1:" + arguments[1] + "/" + version.Replace(",", "/"));
      host.Open();
      Console.WriteLine("ready");
      System.Threading.Thread.Sleep(-1);
    }
    var factory = new ChannelFactory<IWeather>(BindingOf(arguments[1]), new EndpointAddress(arguments[2]));
    var channel = factory.CreateChannel();
    Console.WriteLine("degrees " + channel.degrees("Oslo"));
    Console.WriteLine("forecast " + channel.forecast("Bergen"));
    try {
      channel.degrees("");
    } catch (FaultException fault) {
      Console.WriteLine("fault " + fault.Code.Name + " " + fault.Message);
    }
  }
}
